# Protocol::HTTP2, over IO::Socket::SSL. SSL_CERT_FILE names the certificate.
use strict;
use warnings;
use IO::Socket::SSL;
use Protocol::HTTP2::Client;

my ($port, $topic, $id) = @ARGV;
my $socket = IO::Socket::SSL->new(
    PeerHost => 'localhost', PeerPort => $port, SSL_alpn_protocols => ['h2'])
    or die $SSL_ERROR;
my $client = Protocol::HTTP2::Client->new(keepalive => 1);
my $waiting = 0;

sub push_to {
    my ($token, $alert, $fields, $answered) = @_;
    $waiting++;
    $client->request(
        ':method' => 'POST', ':scheme' => 'https', ':authority' => "localhost:$port",
        ':path' => "/3/device/$token", headers => ['apns-topic' => $topic, @$fields],
        data => qq({"aps":{"alert":"$alert"}}),
        on_done => sub {
            my %head = @{ $_[0] };
            $waiting--;
            $answered->($head{':status'}, $head{'apns-id'}, $_[1]);
        });
}

sub wait_for_all {
    while ($waiting) {
        while (my $frame = $client->next_frame) { print $socket $frame }
        sysread $socket, my $bytes, 16384 or die 'the connection ended';
        $client->feed($bytes);
    }
}

push_to('ab' x 32, 'accepted', ['apns-id' => $id], sub { print "$_[0] $_[1]\n" });
wait_for_all();
push_to('zz', 'rejected', [], sub { print "$_[0] $_[2]\n" });
wait_for_all();
my $count = 0;
push_to(sprintf('%064x', $_), "burst $_", [], sub { $count++ if $_[0] == 200 }) for 0 .. 99;
wait_for_all();
print "$count\n";
